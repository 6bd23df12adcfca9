import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { anyBurger } from '../../food/burgers'
import { Stack } from '../../food/Stack'
import { placeLayers } from '../../food/stack'
import { usePaths } from '../../market/useMarket'
import { keepFocusOnPress } from '../../ui/form/keepFocusOnPress'
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

interface AsideProps {
  /** Text before the link. */
  question?: string
  page: 'login' | 'signup' | 'forgotPassword'
  /** Text of the link. */
  children: string
}

/** A quiet line below a form: a question and the link that answers it. The query, with the page to return to, goes on. */
export function Aside({ question, page, children }: AsideProps) {
  const paths = usePaths()
  const { search } = useLocation()
  return (
    <p className={styles.aside}>
      {question && `${question} `}
      <Link to={paths.page(page) + search} onMouseDown={keepFocusOnPress}>
        {children}
      </Link>
    </p>
  )
}
