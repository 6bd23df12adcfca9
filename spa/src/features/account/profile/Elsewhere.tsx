import { useTranslation } from 'react-i18next'
import { Notice } from '../../../ui/feedback/Notice'
import { TextButton } from '../../../ui/form/TextButton'
import styles from './Profile.module.css'

interface ElsewhereProps {
  /** The stored values of the fields that this form has changed too. */
  stored: Readonly<Record<string, string>>
  /** Labels of the fields. */
  labels: Readonly<Record<string, string>>
  /** Words for a value that is not text. */
  wording?: (name: string, value: string) => string
  /** Replaces the entered values of these fields with the stored ones. */
  onTake: () => void
}

/** A notice that another browser changed the same fields while this form was open. The fields keep what was entered. */
export function Elsewhere({ stored, labels, wording, onTake }: ElsewhereProps) {
  const { t } = useTranslation()
  return (
    <Notice tone="warn" title={t('profile.elsewhere')}>
      <dl className={styles.stored}>
        {Object.entries(stored).map(([name, value]) => (
          <div key={name}>
            <dt>{labels[name]}</dt>
            <dd>{(wording?.(name, value) ?? value) || '–'}</dd>
          </div>
        ))}
      </dl>
      <p>{t('profile.elsewhere-line')}</p>
      <TextButton onClick={onTake}>{t('profile.elsewhere-take')}</TextButton>
    </Notice>
  )
}
