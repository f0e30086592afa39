#!/usr/bin/env bash
# Makes a small repository in the folder that is given: main is green, and a pull request of three commits makes it red.
# The second of them rounds a price down.
set -euo pipefail
folder=${1:?Which folder?}
commit() {
  git add --all
  git -c user.name="$1" -c user.email="$1@example.org" commit --quiet --message "$2"
}

mkdir -p "$folder" && cd "$folder"
git init --quiet --initial-branch main
cat > price.js <<'EOF'
exports.total = (items) => items.reduce((sum, { price, count }) => sum + price * count, 0);
exports.taxed = (price, rate) => price + price * rate;
exports.shown = (price) => `€ ${price.toFixed(2)}`;
EOF
cat > price.test.js <<'EOF'
const assert = require("node:assert/strict");
const { test } = require("node:test");
const { shown, taxed, total } = require("./price.js");

test("a tenth of tax", () => assert.equal(taxed(15, 0.1), 16.5));
test("two for four", () => assert.equal(total([{ price: 2, count: 2 }]), 4));
test("with its currency", () => assert.match(shown(4), /4\.00$/));
EOF
commit ada "A shop"
git branch green

git checkout --quiet -b pull-request
sed -i.bak 's/€ /EUR /' price.js && rm price.js.bak
commit grace "Write EUR"
sed -i.bak 's/price + price \* rate/price + Math.floor(price * rate)/' price.js && rm price.js.bak
commit grace "Round the tax"
{ echo '// Prices are in euros.'; cat price.js; } > price.new && mv price.new price.js
commit grace "Say what prices are"
