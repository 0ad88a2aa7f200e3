"""The command line: arguments in, exit status out. One module a command."""
