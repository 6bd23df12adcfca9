import type { ComponentType } from 'react'
import { CateringFeedbackForm } from './CateringFeedbackForm'
import { ContestForm } from './ContestForm'
import { DoNotSellForm } from './DoNotSellForm'
import { FeedbackForm } from './FeedbackForm'
import type { FormKind } from './formApi'
import { JobForm } from './JobForm'
import { PrivacyForm } from './PrivacyForm'
import { ReviewForm } from './ReviewForm'
import { TalkForm } from './TalkForm'

/** Forms by the kind that the content names. */
const forms: Readonly<Record<FormKind, ComponentType>> = {
  feedback: FeedbackForm,
  talk: TalkForm,
  'catering-feedback': CateringFeedbackForm,
  review: ReviewForm,
  contest: ContestForm,
  'job-application': JobForm,
  ccpa: PrivacyForm,
  'do-not-sell': DoNotSellForm,
}

/** The form of a content page. */
export function FormCard({ kind }: { kind: string }) {
  const Form = forms[kind as FormKind]
  return Form && <Form />
}
