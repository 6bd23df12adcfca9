import type { ReactNode } from 'react'
import { anyBurger } from '../../food/burgers'
import { Stack } from '../../food/Stack'
import { placeLayers } from '../../food/stack'
import { PageMeta } from '../../ui/page/PageMeta'
import styles from './AccountFrame.module.css'

interface AccountFrameProps {
  /** Title of the document. */
  title: string
  heading: string
  line: string
  /** Layers of the burger beside the form, bottom to top. */
  layers?: readonly string[]
  /** Keys of the layers that are missing: their numbers from the bottom. */
  missing?: ReadonlySet<string>
  children: ReactNode
}

/** AccountFrame lays out an account page: the heading above a burger on the counter, and the form beside it. */
export function AccountFrame({
  title,
  heading,
  line,
  layers = anyBurger,
  missing,
  children,
}: AccountFrameProps) {
  return (
    <div className={styles.page}>
      <PageMeta title={title} preventIndexing />
      <div data-ground="stage">
        <div className={styles.counter}>
          <h1>{heading}</h1>
          <p>{line}</p>
          <div className={styles.burger}>
            <Stack layers={placeLayers(layers)} missing={missing} />
          </div>
        </div>
      </div>
      <div className={styles.form}>{children}</div>
    </div>
  )
}

/** A quiet line below a form: a question and the link that answers it. */
export function Aside({ children }: { children: ReactNode }) {
  return <p className={styles.aside}>{children}</p>
}
