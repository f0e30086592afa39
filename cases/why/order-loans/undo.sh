# In the order of the files, the test that sets it comes after the one that needs it.
"$@" -p no:randomly
