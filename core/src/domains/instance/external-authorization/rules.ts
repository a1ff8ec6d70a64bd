import { filled } from '../../../kernel/index.js'
import type { OutboundOutcome, OutboundRequest } from '../../../ports/outbound.js'
import type { Settings } from '../settings/catalogue/index.js'

/** A user as the service is told about them. */
export interface AskedUser {
  readonly email: string
  readonly identities: ReadonlyArray<{ readonly provider: string; readonly externUid: string }>
}

/** What the service decided about a user and a classification label. */
export interface AuthorizationDecision {
  readonly isGranted: boolean
  /** What the service says about a refusal. */
  readonly reason?: string
  /** Whether it holds for some time; otherwise the service is asked again. */
  readonly isKept: boolean
}

const MAX_ANSWER_BYTES = 10_000

const certificateOf = (settings: Settings): Pick<OutboundRequest, 'clientCertificate'> => {
  const cert = filled(settings.external_auth_client_cert)
  const key = filled(settings.external_auth_client_key)
  const passphrase = filled(settings.external_auth_client_key_pass)
  if (cert === undefined || key === undefined) return {}
  return { clientCertificate: { cert, key, ...(passphrase === undefined ? {} : { passphrase }) } }
}

/** The question whether a user may reach projects of a label. The service is named by an administrator, so it may be on any network. */
export const authorizationRequest = (settings: Settings, user: AskedUser, label: string): OutboundRequest => ({
  url: settings.external_authorization_service_url ?? '',
  headers: { 'content-type': 'application/json', accept: 'application/json' },
  body: JSON.stringify({
    user_identifier: user.email,
    project_classification_label: label,
    identities: user.identities.map(({ provider, externUid }) => ({ provider, extern_uid: externUid })),
  }),
  timeoutMs: settings.external_authorization_service_timeout * 1000,
  reach: { local: true, allowedHosts: [], pinned: false },
  answerBytes: MAX_ANSWER_BYTES,
  ...certificateOf(settings),
})

const reasonIn = (body: string | undefined): string | undefined => {
  try {
    const { reason } = JSON.parse(body ?? '') as { readonly reason?: unknown }
    return typeof reason === 'string' ? reason : undefined
  } catch {
    return undefined
  }
}

/** Only 200 grants. What is neither 200, 401 nor 403 (a failure, no answer in time) refuses for now. */
export const authorizationDecision = (outcome: OutboundOutcome): AuthorizationDecision => {
  if (outcome.kind !== 'Answered') return { isGranted: false, isKept: false }
  if (outcome.status === 200) return { isGranted: true, isKept: true }
  const reason = reasonIn(outcome.body)
  const isKept = outcome.status === 401 || outcome.status === 403
  return { isGranted: false, isKept, ...(reason === undefined ? {} : { reason }) }
}
