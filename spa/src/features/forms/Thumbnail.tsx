import { useEffect, useRef } from 'react'
import styles from './UploadField.module.css'

/** Width and height of a thumbnail in device pixels. */
const side = 192

/** A chosen photograph, cut to a square. Drawn on a canvas: the page's security policy allows no blob URLs. */
export function Thumbnail({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let isGone = false
    createImageBitmap(file)
      .then((picture) => {
        const short = Math.min(picture.width, picture.height)
        const [left, top] = [(picture.width - short) / 2, (picture.height - short) / 2]
        if (!isGone)
          canvas.current?.getContext('2d')?.drawImage(picture, left, top, short, short, 0, 0, side, side)
        picture.close()
      })
      .catch(() => {}) // a damaged picture: the server refuses it
    return () => {
      isGone = true
    }
  }, [file])
  return <canvas ref={canvas} className={styles.thumbnail} width={side} height={side} />
}
