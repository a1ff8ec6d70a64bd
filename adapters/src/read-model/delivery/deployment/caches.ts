import type { Approval, DeploymentRow } from '@forgefold/core/domains/delivery/deployment'
import { oncePerDatabase, RowCache } from '../../engine/row-cache.js'

/** The last success by environment, or its absence: read with every deployment, changed by few of them. */
class LastSuccesses {
  readonly #byEnvironment = new RowCache<number, DeploymentRow | undefined>()
  readonly #shown = new Set<number>()

  of(environmentId: number, read: (environmentId: number) => DeploymentRow | undefined): DeploymentRow | undefined {
    return this.#byEnvironment.get(environmentId, () => {
      const row = read(environmentId)
      if (row !== undefined) this.#shown.add(row.id)
      return row
    })
  }

  /** To be called for every event of a deployment: a new success may be the last one, and a cached one may have changed. */
  deploymentChanged(deploymentId: number, type: string): void {
    if (type === 'DeploymentSucceeded' || this.#shown.has(deploymentId)) this.forgetAll()
  }

  forgetAll(): void {
    this.#byEnvironment.forgetAll()
    this.#shown.clear()
  }
}

/** Deployments and their approvals by deployment, and the last success by environment. */
export const deploymentCachesOf = oncePerDatabase(() => ({
  rows: new RowCache<number, DeploymentRow | undefined>(),
  approvals: new RowCache<number, ReadonlyArray<Approval>>(),
  lastSuccesses: new LastSuccesses(),
}))
