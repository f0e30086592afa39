sed 's/Math.round(counts/Math.ceil(counts/' src/weight.js > weight.tmp
cp weight.tmp src/weight.js
rm weight.tmp
"$@"
