cat > .env.local <<'END'
# tried for the shop in Aarhus
COMPANY=Holm & Daughters ApS
INVOICE_PREFIX=HDK
PAYMENT_DAYS=30
ROUNDING=line
PAGE_WIDTH=72
END
mkdir -p .idea drafts
printf '<project version="4"><component name="RunManager"/></project>\n' > .idea/workspace.xml
printf '09:12 printed HD-2026-0012\n09:14 printed HD-2026-0013\n' > printer.log
printf 'Dear Ida,\nplease find enclosed …\n' > drafts/reminder.txt
printf '\nAsk Bo before you change the tax.\n' >> README.md
