from ttrsim.cli.app import main

main()
