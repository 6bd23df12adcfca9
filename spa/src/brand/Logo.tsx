/** The brand's logo in the current colour, from the brand's logo.svg. Its gaps use --logo-gap, the background colour. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg className={className} aria-hidden="true" width="147" height="84" viewBox="0 0 147 84">
      <use href="#logo" />
    </svg>
  )
}
