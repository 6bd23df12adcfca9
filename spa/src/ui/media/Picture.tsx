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
  /** Path below /pictures: "scenes/pit.jpg". */
  path: string
  /** `sizes` attribute. */
  sizes: string
  /** Alternative text; "" if text beside it describes it. */
  alt: string
  /** Above the fold: loaded with high priority. */
  priority?: boolean
  /** Class that sets another `aspect-ratio`; the picture covers the box. */
  className?: string
}

/** Size of an unknown picture: the placeholder of specification §9. */
const unknownPicture = [800, 800, '', undefined] as const

/** Minimum width requested: no picture is narrower on the narrowest screen. */
const minWidth = 128

/**
 * Picture renders a picture of the brand in the width and format for the screen. Its box has its size and a preview before it loads.
 * Below the fold it loads at a distance of 200 px (§9), because native lazy loading starts thousands of pixels away. Files of the build
 * have hashed URLs and are cached forever; missing or deleted ones are made by /image.
 */
export function Picture({ path, sizes, alt, priority = false, className }: PictureProps) {
  const box = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(priority)
  const [failed, setFailed] = useState(!/\.(jpe?g|png|webp)$/.test(path))
  const [builtFailed, setBuiltFailed] = useState(false)
  const [width, height, blur, hash] = pictures[path] ?? unknownPicture
  const builtHash = builtFailed ? undefined : hash

  useEffect(() => {
    if (near || !box.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        observer.disconnect()
        setNear(true)
      },
      { rootMargin: '200px' },
    )
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [near])

  const imageRef = useRef<HTMLImageElement>(null)
  const fail = builtHash ? setBuiltFailed : setFailed
  // On a prerendered page the picture may have failed before hydration.
  useEffect(() => {
    const image = imageRef.current
    if (image?.complete && image.naturalWidth === 0 && image.currentSrc) fail(true)
  }, [fail])

  const isPending = !near && !failed
  const sources = builtHash
    ? formats.map((format) => ({
        type: `image/${format}`,
        srcSet: builtSrcSet(path, builtHash, width, format),
        sizes,
      }))
    : []
  const resizedSet = resizedSrcSet(path, pictures[path] ? width : undefined)
  const image = {
    src: imageAddress(path, widthFor(Math.min(width, 1200))),
    ...(builtHash ? {} : { srcSet: resizedSet, sizes }),
    width,
    height,
  }
  const [best] = sources
  if (priority && !failed)
    preload(image.src, {
      as: 'image',
      type: best?.type,
      imageSrcSet: best?.srcSet ?? resizedSet,
      imageSizes: sizes,
      fetchPriority: 'high',
    })
  const sourceElements = sources.map((source) => <source key={source.type} {...source} />)
  return (
    <div
      ref={box}
      className={[styles.picture, className].filter(Boolean).join(' ')}
      data-cut={(pictures[path] && !blur) || undefined}
      style={{ '--shape': `${width} / ${height}`, backgroundImage: blur && `url(${blur})` } as CSSProperties}
      {...(isPending && alt ? { role: 'img', 'aria-label': alt } : {})}
    >
      {failed || !pictures[path] ? <Placeholder label={failed ? alt : ''} /> : null}
      {isPending && (
        <noscript>
          <picture>
            {sourceElements}
            <img {...image} alt={alt} />
          </picture>
        </noscript>
      )}
      {near && !failed && (
        <picture key={builtHash}>
          {sourceElements}
          <img
            ref={imageRef}
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

/** srcset of the build's files, from the minimum width. */
const builtSrcSet = (path: string, hash: string, width: number, format: Format): string =>
  widthsOf(width)
    .filter((candidate) => candidate >= Math.min(minWidth, width))
    .map((candidate) => `/pictures/${fileName(path, hash, candidate, format)} ${candidate}w`)
    .join(', ')

/** srcset of /image up to the picture's own width, which the next larger width returns; all widths if it is unknown. */
function resizedSrcSet(path: string, width: number | undefined): string {
  const candidates = widths.filter((candidate) => candidate >= minWidth && (!width || candidate < width))
  const steps = candidates.map((candidate) => `${imageAddress(path, candidate)} ${candidate}w`)
  if (width) steps.push(`${imageAddress(path, widthFor(width))} ${width}w`)
  return steps.join(', ')
}
