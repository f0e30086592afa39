for port in 47613 47650; do
  node "$CASE_FOLDER/holder.mjs" $port </dev/null >/dev/null 2>&1 &
  echo $! >> "$CASE_PIDS"
  node -e '
    const connect = () => require("net").connect(+process.argv[1], "127.0.0.1")
      .on("connect", () => process.exit())
      .on("error", () => setTimeout(connect, 50));
    connect();
  ' $port
done
mkdir -p run
echo 99999999 > run/flag-board.pid
printf 'flag-board: 3 flags on port 47613\n' > board.log
