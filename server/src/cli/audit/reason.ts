import type { Rejection } from '@forgefold/core/kernel'

/** Why a history did not tell what it was asked. */
export const reasonOf = (rejection: Rejection): string => {
  if (rejection.kind === 'Unavailable') return `the history does not answer: ${rejection.reason}`
  if (rejection.kind === 'BadRequest') return rejection.reason ?? rejection.kind
  if (!('message' in rejection) || rejection.message === undefined) return rejection.kind
  return typeof rejection.message === 'string' ? rejection.message : rejection.message.join('; ')
}
