import type { Rejection } from '@forgefold/core/kernel'

/** What went wrong with one of several people, as a sentence. */
export const sentenceOf = (rejection: Rejection): string => {
  if (rejection.kind === 'Conflict') return String(rejection.message ?? 'Conflict')
  if (rejection.kind === 'NotFound') return `${rejection.what ?? 'User'} not found`
  if (rejection.kind === 'Invalid')
    return Object.entries(rejection.fields)
      .flatMap(([field, texts]) => texts.map((text) => `${sentenceCase(field)} ${text}`))
      .join(' and ')
  return rejection.kind === 'Forbidden' ? '403 Forbidden' : rejection.kind
}

const sentenceCase = (field: string): string => {
  const words = field.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
