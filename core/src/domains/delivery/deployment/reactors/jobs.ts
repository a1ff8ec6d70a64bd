import * as E from 'fp-ts/lib/Either.js'
import { type Reactor, reaction } from '../../../../app/reactors.js'
import { idOf } from '../../../../kernel/index.js'
import { pipeline } from '../../pipeline/decider.js'
import { deployByJob, followJob } from '../use-cases/follow-job.js'

const NAME = 'deployments-of-jobs'

/** A job that deploys has a deployment, which follows it from then on. */
export const deploymentsOfJobs: Reactor = {
  name: NAME,
  filter: { categories: [pipeline.category], types: ['JobsAdded', 'JobMoved'] },
  react: async (forge, stored) => {
    const decoded = pipeline.events.decode(stored)
    if (E.isLeft(decoded)) return
    const event = decoded.right
    if (event.type === 'JobsAdded')
      for (const job of event.data.jobs)
        await deployByJob(forge, reaction(forge, NAME, stored, `${NAME}-${job.id}`), Number(idOf(stored.stream)), job)
    if (event.type === 'JobMoved') await followJob(forge, reaction(forge, NAME, stored), event.data)
  },
}
