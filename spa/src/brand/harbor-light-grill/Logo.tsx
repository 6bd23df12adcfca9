/** The brand's mark in the current colour, a light over the water; its gaps show --logo-gap, the ground it stands on. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg className={className} aria-hidden="true" width="147" height="84" viewBox="0 0 147 84">
      <path
        fill="currentColor"
        d="M22 6h14l3 8H19zm-1 11h16v7H21zm1 10h14l4 37H18zM3 68c8-5 16-5 24 0s16 5 24 0 16-5 24 0 16 5 24 0 16-5 24 0 13 4 21 1v7c-8 3-15 2-22-2-8-5-16-5-24 0s-16 5-24 0-16-5-24 0-16 5-24 0-16-5-23 0z"
      />
      <path fill="var(--logo-gap, var(--red))" d="M20.500 38h17l1 8H19.500z" />
      <g fill="currentColor" fontFamily="var(--poster)" fontSize="23">
        <text x="48" y="30" textLength="94" lengthAdjust="spacingAndGlyphs">
          HARBOR
        </text>
        <text x="48" y="56" textLength="94" lengthAdjust="spacingAndGlyphs">
          LIGHT
        </text>
      </g>
    </svg>
  )
}
