import type { Attribute } from './attribute.js'

/** The requirements of a value, in words: unit, format, words, range. */
export const boundsOf = ({
  check,
  min,
  lowest,
  max,
  above,
  below,
  step,
  maxLength,
  maxItems,
  unit,
}: Attribute): ReadonlyArray<string> =>
  [
    unit,
    check === 'any text' ? undefined : check,
    min === undefined ? undefined : `≥ ${min}`,
    lowest === undefined ? undefined : `≥ ${lowest}`,
    above === undefined ? undefined : `> ${above}`,
    max === undefined ? undefined : `≤ ${max}`,
    below === undefined ? undefined : `< ${below}`,
    step === undefined ? undefined : `in steps of ${step}`,
    maxLength === undefined ? undefined : `at most ${maxLength} characters`,
    maxItems === undefined ? undefined : `at most ${maxItems} entries`,
  ].filter((part) => part !== undefined)
