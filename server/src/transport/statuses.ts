import { STATUS_CODES } from 'node:http'

/** Answers that never have a body (RFC 9110 §6.4.1). */
export const isBodiless = (status: number): boolean => status === 204 || status === 304 || status < 200

const LINES = new Map(Object.entries(STATUS_CODES).map(([code, reason]) => [Number(code), `${code} ${reason}`]))

/** `404 Not Found`. */
export const statusLine = (status: number): string => LINES.get(status) ?? `${status} Unknown`
