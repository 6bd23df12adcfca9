const drawings = {
  bag: <path d="M4 8h16l1 13H3zM8 8V6a4 4 0 0 1 8 0v2" strokeWidth="2.4" />,
  menu: (
    <path
      d="M3 9c0-4 4-6 9-6s9 2 9 6zM2 14h20M3 18h18c0 2-1 3-3 3H6c-2 0-3-1-3-3z"
      strokeWidth="2.4"
      strokeLinejoin="round"
    />
  ),
  close: <path d="m5 5 14 14M19 5 5 19" strokeWidth="3.5" />,
  back: <path d="m14 4-8 8 8 8" strokeWidth="3.5" />,
  down: <path d="m4 8 8 8 8-8" strokeWidth="4" />,
  phone: (
    <path
      d="M4 3h5l2 6-3 2c1 3 2 4 5 5l2-3 6 2v5c-9 4-21-8-17-17z"
      strokeWidth="2.4"
      strokeLinejoin="round"
    />
  ),
  person: <path d="M12 3a4 4 0 1 0 .1 0zM3 21c0-8 18-8 18 0z" strokeWidth="2.4" />,
  plus: <path d="M12 4v16M4 12h16" strokeWidth="4" />,
  minus: <path d="M4 12h16" strokeWidth="4" />,
  check: <path d="m4 12 6 6L20 6" strokeWidth="4" />,
  locate: (
    <g strokeWidth="2.6">
      <circle cx="12" cy="12" r="6" />
      <path d="M12 1v5M12 18v5M1 12h5M18 12h5" />
    </g>
  ),
  /** A bare bulb. */
  light: (
    <path
      d="M12 2v4M8 20h8M9.5 16.5h5M7 11a5 5 0 1 1 10 0c0 2.5-2 3-2.5 5.5h-5C9 14 7 13.5 7 11z"
      strokeWidth="2.2"
    />
  ),
}

type IconName = keyof typeof drawings

/** Decorative icon; always beside or inside an element with a name. */
export function Icon({ name, className, size = 24 }: { name: IconName; className?: string; size?: number }) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
    >
      {drawings[name]}
    </svg>
  )
}
