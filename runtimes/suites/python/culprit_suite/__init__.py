"""Makes Python's test runners follow a plan (runtimes/protocol/suite.ts). Python 3.8 and later."""
