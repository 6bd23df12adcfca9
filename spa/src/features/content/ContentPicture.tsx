import type { Picture as Named } from '../../api/content'
import { Dish } from '../../food/Dish'
import { Picture } from '../../ui/media/Picture'
import { drawingOf, picturePath } from './pictureOf'

interface ContentPictureProps {
  picture: Named
  /** How wide a photograph is shown, as `sizes` of HTML. */
  sizes: string
  /** Its words are not beside it. */
  told?: boolean
  /** The first thing that a guest sees of the page. */
  priority?: boolean
  /** Of drawn food, which stands in a place of any shape. */
  className?: string
  /** Of a photograph; without one it has the shape that it was taken in. */
  photographClass?: string
}

/** A picture of the content: food that is drawn stands on the counter, and a photograph fills its place. */
export function ContentPicture({
  picture,
  sizes,
  told = false,
  priority,
  className,
  photographClass,
}: ContentPictureProps) {
  const drawing = drawingOf(picture)
  const alt = told ? picture.alt : ''
  if (drawing) return <Dish className={className} label={alt || undefined} {...drawing} />
  return <Picture path={picturePath(picture)} {...{ sizes, alt, priority }} className={photographClass} />
}
