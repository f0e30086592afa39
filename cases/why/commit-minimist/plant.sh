. "$CASE_TOOLS/git.sh"
replace() {
  node "$CASE_FOLDER/replace.cjs" "$@"
}
replace index.js 'arg.slice(1, -1).split' 'arg.slice(1, arg.length - 1).split'
commit 2026-09-14 'Say where the letters of an option end'

printf 'Run `npm test` before you send a change.\n' > CONTRIBUTING.md
commit 2026-09-15 'How to contribute'

replace index.js '	if (typeof opts.unknown ===' '	if (opts.strict && !opts.unknown) {
		flags.unknownFn = function () { return false; };
	}

	if (typeof opts.unknown ==='
commit 2026-09-21 'Option strict: what is unknown is dropped'

replace index.js 'function isConstructorOrProto' 'function looksLikeOption(arg) {
	return (/^--?/).test(arg);
}

function isConstructorOrProto'
replace index.js '!(/^(-|--)[^-]/).test(next)' '!looksLikeOption(next)'
replace index.js '!(/^(-|--)[^-]/).test(args[i + 1])' '!looksLikeOption(args[i + 1])'
commit 2026-09-28 'One place says what an option looks like'

replace index.js 'function isNumber(x) {' '// Also numbers in hexadecimal, as in 0xff.
function isNumber(x) {'
replace index.js "if (typeof x === 'number') { return true; }" "if (Number.isFinite(x)) { return true; }"
commit 2026-10-05 'What counts as a number'

cat > test/strict.js <<'END'
'use strict';

var parse = require('../');
var test = require('tape');

test('strict drops what is unknown', function (t) {
	t.deepEqual(parse(['--a', '--b'], { strict: true, boolean: 'a' }), { a: true, _: [] });
	t.end();
});
END
commit 2026-10-06 'Test strict'

replace index.js "return (key === 'constructor' && typeof obj[key] === 'function') || key === '__proto__';" "return key === '__proto__' || (key === 'constructor' && typeof obj[key] === 'function');"
commit 2026-10-12 'The cheaper check first'

printf '\nOptions end at `--`.\n' >> README.md
