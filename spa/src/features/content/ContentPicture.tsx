import type { Picture as Named } from '../../api/content'
import { Dish } from '../../food/Dish'
import { Picture } from '../../ui/media/Picture'
import { drawingOf, picturePath } from './pictureOf'

interface ContentPictureProps {
  picture: Named
  /** `sizes` attribute of a photograph. */
  sizes: string
  /** The picture needs alternative text: no text beside it describes it. */
  describe?: boolean
  /** The picture is above the fold. */
  priority?: boolean
  /** Class of a drawing, which fits a box of any shape. */
  className?: string
  /** Class of a photograph; without one it keeps its own aspect ratio. */
  photographClass?: string
}

/** ContentPicture renders a picture of the content: drawn food on the counter, or a photograph that fills its box. */
export function ContentPicture({
  picture,
  sizes,
  describe = false,
  priority,
  className,
  photographClass,
}: ContentPictureProps) {
  const drawing = drawingOf(picture)
  const alt = describe ? picture.alt : ''
  if (drawing) return <Dish className={className} label={alt || undefined} {...drawing} />
  return <Picture path={picturePath(picture)} {...{ sizes, alt, priority }} className={photographClass} />
}
