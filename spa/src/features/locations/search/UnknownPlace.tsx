import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../../api/errors'
import { useProblemText } from '../../../api/useProblemText'
import { ErrorMessage } from '../../../ui/feedback/ErrorMessage'
import { ButtonLink } from '../../../ui/form/Button'
import { useSearchPaths } from '../searchQuery'
import styles from './UnknownPlace.module.css'

/** Shown for an unknown place, with suggestions. */
export function UnknownPlace({ refusal, open }: { refusal: ApiError; open?: string }) {
  const { t } = useTranslation()
  const paths = useSearchPaths()
  const wording = useProblemText()
  const suggestions = suggested(refusal)
  return (
    <ErrorMessage level={2} title={t('start.lost')} text={wording(refusal)}>
      {suggestions.length > 0 && (
        <div className={styles.suggestions}>
          <p id="meant">{t('start.did-you-mean')}</p>
          <ul aria-labelledby="meant">
            {suggestions.map((place) => (
              <li key={place}>
                <ButtonLink to={paths.startOrder({ near: place, open })}>{place}</ButtonLink>
              </li>
            ))}
          </ul>
        </div>
      )}
      <ButtonLink tone={suggestions.length > 0 ? 'second' : 'red'} to={paths.startOrder()}>
        {t('start.point')}
      </ButtonLink>
    </ErrorMessage>
  )
}

function suggested({ problem }: ApiError): string[] {
  const all = problem?.params?.suggestions
  return Array.isArray(all) ? all.filter((place) => typeof place === 'string') : []
}
