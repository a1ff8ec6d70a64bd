import type { SettingValue } from '../catalogue/attribute.js'

/** What one given value was read as; a refusal says at which layer it is found and in which words. */
export type Reading =
  | { readonly kind: 'value'; readonly value: SettingValue }
  /** Found with the parameters; the text follows the parameter's name. */
  | { readonly kind: 'bad parameter'; readonly text: string }
  /** Found with the record. */
  | { readonly kind: 'bad value'; readonly texts: ReadonlyArray<string> }

export const read = (value: SettingValue): Reading => ({ kind: 'value', value })
export const badParameter = (text = 'is invalid'): Reading => ({ kind: 'bad parameter', text })
export const badValue = (...texts: ReadonlyArray<string>): Reading => ({ kind: 'bad value', texts })
