# docker build -t ttrsim . && docker run --rm -v "$PWD:/work" ttrsim run europe-2p -n 2000
FROM python:3.12-slim
COPY pyproject.toml setup.py constraints.txt README.md LICENSE /src/
COPY ttrsim /src/ttrsim
COPY scenarios /src/scenarios
RUN pip install --no-cache-dir --constraint /src/constraints.txt /src && rm -r /src
ENV TTRSIM_CACHE_DIR=/cache
RUN useradd --create-home player && mkdir /cache /work && chown player /cache /work
USER player
# Compiled code is kept in the image: the first command starts at once.
RUN ttrsim run usa --bots planner,random -n 10 -o /tmp/first && rm -r /tmp/first
WORKDIR /work
ENTRYPOINT ["ttrsim"]
