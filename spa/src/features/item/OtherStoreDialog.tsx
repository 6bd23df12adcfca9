import { useTranslation } from 'react-i18next'
import { usePaths } from '../../market/useMarket'
import { Button, ButtonLink } from '../../ui/Button'
import { Modal } from '../../ui/Modal'

interface OtherStoreDialogProps {
  open: boolean
  onClose: () => void
  /** The restaurant of the cart, and how many items wait there. */
  store: { label: string; slug: string }
  count: number
  /** The restaurant of this page. */
  here: string
  onBegin: () => void
}

/** A cart belongs to one restaurant: the guest decides what happens to the one that was begun. */
export function OtherStoreDialog({ open, onClose, store, count, here, onBegin }: OtherStoreDialogProps) {
  const { t } = useTranslation()
  const paths = usePaths()
  return (
    <Modal open={open} onClose={onClose} title={t('item.other-title', { store: store.label })}>
      <p>{t('item.other-line', { count, store: store.label, here })}</p>
      <ButtonLink wide to={paths.menu(store.slug)}>
        {t('item.other-back', { store: store.label })}
      </ButtonLink>
      <Button wide tone="second" onClick={onBegin}>
        {t('item.other-begin', { here })}
      </Button>
    </Modal>
  )
}
