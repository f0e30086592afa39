# It has been so from the first day, in every commit.
sed 's/dict.fromkeys(words(text))/set(words(text))/' keyterms/terms.py > terms.new
cat terms.new > keyterms/terms.py
rm terms.new
sh -e "$CASE_FOLDER/prepare.sh"
printf '\nTexts are in UTF-8.\n' >> README.md
