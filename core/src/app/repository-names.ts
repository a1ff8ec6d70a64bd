import type { AggregateRepository } from './aggregate-repository.js'
import { type DeclaredNames, makeDeclaredNames } from './declared-names.js'
import type { RepositoryOptions } from './repository-options.js'
import { makeReservations } from './reserve-names.js'
import type { StreamStates } from './stream-states.js'

/** The unique names that the aggregates of a repository declare; undefined for a repository without any. */
export const namesOfRepository = (
  { store, pause, names }: RepositoryOptions,
  repository: Pick<AggregateRepository, 'execute' | 'load'> & Pick<StreamStates, 'remembered'>,
): DeclaredNames | undefined =>
  names === undefined
    ? undefined
    : makeDeclaredNames({
        reservations: makeReservations(store, repository, names.secrets, names.ids),
        load: repository.load,
        declarations: names.declarations,
        open: names.personalData.open,
        pause,
      })
