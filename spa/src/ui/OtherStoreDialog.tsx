import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usePaths } from '../market/useMarket'
import { Button } from './Button'
import { Modal } from './Modal'
import styles from './OtherStoreDialog.module.css'

interface OtherStoreDialogProps {
  open: boolean
  onClose: () => void
  /** The restaurant of the cart, and how many items wait there. */
  store: { label: string; slug: string }
  count: number
  /** The restaurant of this page. */
  here: string
  onBring: () => void
  onBegin: () => void
}

/** A cart belongs to one restaurant: the guest decides what happens to the one that was begun. */
export function OtherStoreDialog({
  open,
  onClose,
  store,
  count,
  here,
  onBring,
  onBegin,
}: OtherStoreDialogProps) {
  const { t } = useTranslation()
  const paths = usePaths()
  return (
    <Modal open={open} onClose={onClose} title={t('app.other-title', { store: store.label })}>
      <p>{t('app.other-line', { count, store: store.label, here })}</p>
      <Button wide onClick={onBring}>
        {t('app.other-bring', { here })}
      </Button>
      <Button wide tone="second" onClick={onBegin}>
        {t('app.other-begin', { here })}
      </Button>
      <Link className={styles.back} to={paths.menu(store.slug)}>
        {t('app.other-back', { store: store.label })}
      </Link>
    </Modal>
  )
}
