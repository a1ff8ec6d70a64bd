import { Script } from 'node:vm'

const WORK = Symbol.for('forgefold: work with a deadline')
const script = new Script(`globalThis[Symbol.for(${JSON.stringify(WORK.description)})]()`)

/** The work took longer than it may. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded'
}

/**
 * Does synchronous work, and ends it after so many milliseconds wherever it is: V8 lets nothing but a script be ended from outside.
 *
 * Throws `DeadlineExceeded`. What the work changed outside of itself stays half done, so it has to keep to itself.
 */
export const withDeadline = <A>(milliseconds: number, work: () => A): A => {
  const outer = Reflect.get(globalThis, WORK)
  Reflect.set(globalThis, WORK, work)
  try {
    return script.runInThisContext({ timeout: milliseconds }) as A
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw new DeadlineExceeded()
    throw error
  } finally {
    Reflect.set(globalThis, WORK, outer)
  }
}
