import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { type Build, useAddBuildMutation } from '../../../api/generated'
import { usePaths } from '../../../market/useMarket'
import { TextButton } from '../../../ui/form/TextButton'
import { notify } from '../../../ui/overlay/notifications'
import { NameField } from './NameField'

/** Keeps the item, as built, on the customer's shelf under a name. */
export function KeepOnShelf({ label, build }: { label: string; build: () => Omit<Build, 'name'> }) {
  const { t } = useTranslation()
  const paths = usePaths()
  const navigate = useNavigate()
  const [keep] = useAddBuildMutation()
  const [isOpen, setIsOpen] = useState<boolean>()
  if (!isOpen)
    return (
      <TextButton
        // The guest closed the field that had the focus.
        autoFocus={isOpen === false}
        aria-label={t('item.keep-name', { name: label })}
        onClick={() => setIsOpen(true)}
      >
        {t('item.keep')}
      </TextButton>
    )
  return (
    <NameField
      name={label}
      submit={t('item.keep-submit')}
      onCancel={() => setIsOpen(false)}
      onName={async (name) => {
        await keep({ build: { ...build(), name } }).unwrap()
        setIsOpen(false)
        notify({
          type: 'success',
          text: t('item.kept', { name }),
          closeAfter: 7000,
          action: { label: t('item.shelf-open'), onPress: () => void navigate(paths.page('orders')) },
        })
      }}
    />
  )
}
