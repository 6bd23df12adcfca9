import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usePaths } from '../market/useMarket'
import { Button } from './Button'
import { useCartAbroad } from './CartElsewhere'
import { ChangeList } from './ChangeList'
import { Modal } from './Modal'
import styles from './MoveDialog.module.css'
import { Notice } from './Notice'
import { useWhen } from './useWhen'

interface Cart {
  store: { label: string; slug: string; timeZone: string }
  count: number
  hold?: { start: string }
}

interface Trial {
  changes: React.ComponentProps<typeof ChangeList>['changes']
  lines: readonly { lineId: string; label: string }[]
}

interface MoveDialogProps {
  open: boolean
  /** The restaurant of this page. */
  here: string
  /** The cart where it is, unless that is abroad; and what it would be here, once that was tried. */
  move?: { left?: Cart; there?: Trial }
  busy: boolean
  error?: string
  onKeep: () => void
  onBring: () => void
  onBegin: () => void
  onAccept: () => void
}

/** A cart belongs to one restaurant: the guest decides what happens to the one that was begun. */
export function MoveDialog({ open, move, ...rest }: MoveDialogProps) {
  const { t } = useTranslation()
  if (!move) return null
  const { left, there } = move
  const title = !left
    ? t('move.abroad-title')
    : there
      ? t('move.differs-title', { here: rest.here })
      : t('move.where-title', { store: left.store.label })
  return (
    <Modal open={open} onClose={rest.onKeep} title={title}>
      {!left ? (
        <Abroad {...rest} />
      ) : there ? (
        <Differs {...rest} left={left} there={there} />
      ) : (
        <Where {...rest} left={left} />
      )}
      {rest.error && (
        <Notice tone="bad" role="alert">
          {rest.error}
        </Notice>
      )}
    </Modal>
  )
}

type Body = Omit<MoveDialogProps, 'open' | 'move'>

/** What happens to the cart: three ways, none of which loses it unasked. */
function Where({ left: { store, count }, here, busy, onBring, onBegin }: Body & { left: Cart }) {
  const { t } = useTranslation()
  const paths = usePaths()
  return (
    <>
      <p>{t('move.where-line', { count, store: store.label, here })}</p>
      <Button wide onClick={onBring} aria-disabled={busy}>
        {t('move.bring', { here })}
      </Button>
      <Button wide tone="second" onClick={onBegin} aria-disabled={busy}>
        {t('move.begin', { here })}
      </Button>
      <Link className={styles.back} to={paths.menu(store.slug)}>
        {t('move.back', { store: store.label })}
      </Link>
    </>
  )
}

/** Currencies do not mix, so there is nothing to try. */
function Abroad({ here, busy, onBegin }: Body) {
  const { t } = useTranslation()
  const { reason, cart } = useCartAbroad()
  return (
    <>
      <p>{reason}</p>
      <Button wide onClick={onBegin} aria-disabled={busy}>
        {t('move.begin', { here })}
      </Button>
      <Link className={styles.back} to={cart} reloadDocument>
        {t('move.abroad-back')}
      </Link>
    </>
  )
}

const lost = new Set(['sold-out', 'not-served', 'removed'])

/** Every line that would change, before anything does. */
function Differs({
  left: { store, hold },
  there: { changes, lines },
  here,
  busy,
  onAccept,
  onKeep,
}: Body & { left: Cart; there: Trial }) {
  const { t } = useTranslation()
  const { when } = useWhen(store.timeZone)
  const gone = new Set(changes.filter(({ kind }) => lost.has(kind)).map(({ lineId }) => lineId))
  const nothing = lines.every(({ lineId }) => gone.has(lineId))
  return (
    <>
      <Focused>
        <p>{t(nothing ? 'move.nothing' : 'move.differs-line', { store: store.label, here })}</p>
      </Focused>
      <ChangeList changes={changes} lines={lines} elsewhere>
        {hold && <li>{t('move.time', { time: when(hold.start) })}</li>}
      </ChangeList>
      {!nothing && (
        <Button wide onClick={onAccept} aria-disabled={busy}>
          {t('move.accept')}
        </Button>
      )}
      <Button wide tone="second" onClick={onKeep}>
        {t('move.keep', { store: store.label })}
      </Button>
    </>
  )
}

/** What replaces the button that was pressed takes over the focus. */
function Focused({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <div ref={ref} tabIndex={-1}>
      {children}
    </div>
  )
}
