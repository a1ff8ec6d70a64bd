const SHORTEST = 8

/** What logs can be searched for: one line of at least eight letters of base64, and `@ : . ~ -`. */
const MASKABLE = /^[\w+=/@:.~-]+$/

/** Whether a value can be masked in logs (docs/reference/behaviour/delivery.md#cicd-variables). */
export const isMaskable = (value: string): boolean => value.length >= SHORTEST && MASKABLE.test(value)
