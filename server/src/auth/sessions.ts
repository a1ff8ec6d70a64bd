import type { Forge } from '@forgefold/core/app'

/** The cookie that holds a session's secret. */
export const SESSION_COOKIE = '_forgefold_session'

/** A cookie's value by its name. */
export const cookieIn = (headers: ReadonlyMap<string, string>, name: string): string | undefined => {
  for (const part of (headers.get('cookie') ?? '').split(';')) {
    const equals = part.indexOf('=')
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim()
  }
  return undefined
}

/** What a form or a script has to bring along to prove that a page of this server made it: bound to one cookie of the browser. */
export const csrfTokenOf = (forge: Forge, cookie: string): string => forge.secrets.keyedDigest(`csrf\0${cookie}`)

/** What the rights of an administrator depend on besides the credential. */
export const nowOf = ({ clock, instance }: Forge) => ({ now: clock.now(), release: instance.release })
