int __RTL (startwith ("vregs")) subject (void)
{
(function "subject"
  (insn-chain
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 1 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 2 (set (reg:SI <0>) (reg:DI <0>)))
      (edge-to exit (flags "FALLTHRU"))
    )
  )
)
}
