from ttrsim.cli.start import main

main()
