import { STATUS_CODES } from 'node:http'

/** Answers that never have a body (RFC 9110 §6.4.1). */
export const isBodiless = (status: number): boolean => status === 204 || status === 304 || status < 200

/** `404 Not Found`. */
export const statusLine = (status: number): string => `${status} ${STATUS_CODES[status] ?? 'Unknown'}`
