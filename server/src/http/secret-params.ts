/** Parameters whose values are secrets: they are never answered, logged or put into a URL. */
const SECRETS: ReadonlySet<string> = new Set([
  'access_token',
  'approval_password',
  'authenticity_token',
  'bearer_token',
  'client_assertion',
  'client_secret',
  'code_verifier',
  'confirmation_token',
  'current_password',
  'job_token',
  'otp_attempt',
  'password',
  'password_confirmation',
  'private_token',
  'refresh_token',
  'secret',
  'ticket',
  'token',
])

/** Whether a parameter's value is a secret, by its name or the last name in its brackets (`user[password]`). */
export const isSecretParam = (key: string): boolean => {
  const name = key.toLowerCase()
  if (!name.includes('[')) return SECRETS.has(name)
  return name.split(/[[\]]+/).some((part) => SECRETS.has(part))
}

/** A query without secret parameters, the others unchanged. */
export const withoutSecrets = (query: string): string =>
  query
    .split('&')
    .filter((pair) => ![...new URLSearchParams(pair).keys()].some(isSecretParam))
    .join('&')
