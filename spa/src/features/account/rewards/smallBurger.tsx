/** A small burger in the units of its drawing: from 6, 46 to 115, 112. Decorative. */
export const smallBurger = (
  <>
    <path fill="#d8882f" d="M10 80c0-22 22-34 50-34s50 12 50 34z" />
    <path fill="#e9a94e" d="M20 74c2-14 16-22 36-23-16 5-24 12-26 23z" />
    <path fill="#7db434" d="m6 80 9 8 11-6 11 7 11-7 12 7 12-7 11 7 11-7 11 6 9-8z" />
    <path fill="#42180e" d="M12 88h96v6a6 6 0 0 1-6 6H18a6 6 0 0 1-6-6z" />
    <path fill="#c06d22" d="M12 100h96v3a9 9 0 0 1-9 9H21a9 9 0 0 1-9-9z" />
  </>
)
