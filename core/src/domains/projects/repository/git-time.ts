import type { Signature } from '../../../ports/git.js'

const pad = (n: number): string => String(n).padStart(2, '0')

/** A commit may have any date; one outside of the calendar is shown as the epoch. */
export const dated = (seconds: number): Date => {
  const at = new Date(seconds * 1000)
  return Number.isNaN(at.getTime()) ? new Date(0) : at
}

/** A moment in the time zone of the commit: `2021-09-20T11:50:22.000+02:00`. */
export const gitTime = ({ seconds, offset }: Pick<Signature, 'seconds' | 'offset'>): string => {
  const at = dated(seconds + offset * 60)
  const distance = Math.abs(offset)
  const zone = `${offset < 0 ? '-' : '+'}${pad(Math.floor(distance / 60))}:${pad(distance % 60)}`
  return `${at.toISOString().slice(0, -1)}${zone}`
}
