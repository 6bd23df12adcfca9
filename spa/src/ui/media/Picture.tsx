import { pictures } from 'virtual:pictures'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { preload } from 'react-dom'
import {
  type Format,
  fileName,
  formats,
  imageAddress,
  widthFor,
  widths,
  widthsOf,
} from '../../picture/widths'
import styles from './Picture.module.css'
import { Placeholder } from './Placeholder'

interface PictureProps {
  /** Below /pictures: "scenes/pit.jpg". */
  path: string
  /** How wide it is shown, as `sizes` of HTML. */
  sizes: string
  /** What it shows, in words; "" where its words stand beside it. */
  alt: string
  /** The first thing that a guest sees of the page: it is fetched before all else. */
  priority?: boolean
  /** Set another shape (`aspect-ratio`) for its place: the picture fills it. */
  className?: string
}

/** Until a picture is there its place is as large as the placeholder of specification §9, if nobody knows better. */
const unknown = [800, 800, '', undefined] as const

/** What a rung is asked for less than: nothing on the narrowest screen is as narrow. */
const least = 128

/**
 * A picture of the brand, in the width and format that a screen wants. Its place has its size and a preview before it comes. Below the
 * first screen it comes when its place is 200 px away (§9): browsers' own laziness fetches what is thousands away. What the build made of
 * it is fetched by the name that it is kept under for ever; what it did not make, or what has gone since, is made by /image.
 */
export function Picture({ path, sizes, alt, priority = false, className }: PictureProps) {
  const place = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(priority)
  const [failed, setFailed] = useState(!/\.(jpe?g|png|webp)$/.test(path))
  const [gone, setGone] = useState(false)
  const [width, height, blur, hash] = pictures[path] ?? unknown
  const rungs = gone ? undefined : hash

  useEffect(() => {
    if (near || !place.current) return
    const seen = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        seen.disconnect()
        setNear(true)
      },
      { rootMargin: '200px' },
    )
    seen.observe(place.current)
    return () => seen.disconnect()
  }, [near])

  const shown = useRef<HTMLImageElement>(null)
  const fail = rungs ? setGone : setFailed
  // What of a published page failed before this listened.
  useEffect(() => {
    const image = shown.current
    if (image?.complete && image.naturalWidth === 0 && image.currentSrc) fail(true)
  }, [fail])

  const waiting = !near && !failed
  const sources = rungs
    ? formats.map((format) => ({
        type: `image/${format}`,
        srcSet: rungSet(path, rungs, width, format),
        sizes,
      }))
    : []
  const made = sourceSet(path, pictures[path] ? width : undefined)
  const image = {
    src: imageAddress(path, widthFor(Math.min(width, 1200))),
    ...(rungs ? {} : { srcSet: made, sizes }),
    width,
    height,
  }
  const [best] = sources
  if (priority && !failed)
    preload(image.src, {
      as: 'image',
      type: best?.type,
      imageSrcSet: best?.srcSet ?? made,
      imageSizes: sizes,
      fetchPriority: 'high',
    })
  const offered = sources.map((source) => <source key={source.type} {...source} />)
  return (
    <div
      ref={place}
      className={[styles.picture, className].filter(Boolean).join(' ')}
      data-cut={(pictures[path] && !blur) || undefined}
      style={{ '--shape': `${width} / ${height}`, backgroundImage: blur && `url(${blur})` } as CSSProperties}
      {...(waiting && alt ? { role: 'img', 'aria-label': alt } : {})}
    >
      {failed || !pictures[path] ? <Placeholder label={failed ? alt : ''} /> : null}
      {waiting && (
        <noscript>
          <picture>
            {offered}
            <img {...image} alt={alt} />
          </picture>
        </noscript>
      )}
      {near && !failed && (
        <picture key={rungs}>
          {offered}
          <img
            ref={shown}
            {...image}
            alt={alt}
            fetchPriority={priority ? 'high' : undefined}
            decoding={priority ? undefined : 'async'}
            onError={() => fail(true)}
          />
        </picture>
      )}
    </div>
  )
}

/** What the build made, from the least that a screen wants on. */
const rungSet = (path: string, hash: string, width: number, format: Format): string =>
  widthsOf(width)
    .filter((rung) => rung >= Math.min(least, width))
    .map((rung) => `/pictures/${fileName(path, hash, rung, format)} ${rung}w`)
    .join(', ')

/** The rungs up to the picture's own width, which the next wider one answers with; all of them when it is not known. */
function sourceSet(path: string, width: number | undefined): string {
  const rungs = widths.filter((rung) => rung >= least && (!width || rung < width))
  const steps = rungs.map((rung) => `${imageAddress(path, rung)} ${rung}w`)
  if (width) steps.push(`${imageAddress(path, widthFor(width))} ${width}w`)
  return steps.join(', ')
}
