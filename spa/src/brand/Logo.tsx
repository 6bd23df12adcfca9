/** The brand's mark in the current colour; its gaps show --logo-gap, the ground it stands on. It is drawn in the brand's logo.svg. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg className={className} aria-hidden="true" width="147" height="84" viewBox="0 0 147 84">
      <use href="#logo" />
    </svg>
  )
}
