import type { DeploymentRow } from '@forgefold/core/domains/delivery/deployment'
import { KeptRows } from '../engine/kept-rows.js'

/** The last success of each environment, or that there is none: asked with every deployment, and changed by few of them. */
export class LastSuccesses {
  readonly #byEnvironment = new KeptRows<{ readonly row: DeploymentRow | undefined }>()
  readonly #shown = new Set<number>()

  of(environmentId: number, read: (environmentId: number) => DeploymentRow | undefined): DeploymentRow | undefined {
    return this.#byEnvironment.get(environmentId, () => {
      const row = read(environmentId)
      if (row !== undefined) this.#shown.add(row.id)
      return { row }
    }).row
  }

  /** To be told of every event of a deployment: a new success may be the last one, and one that is kept may have changed. */
  hear(deploymentId: number, type: string): void {
    if (type === 'DeploymentSucceeded' || this.#shown.has(deploymentId)) this.forgetAll()
  }

  forgetAll(): void {
    this.#byEnvironment.forgetAll()
    this.#shown.clear()
  }
}
