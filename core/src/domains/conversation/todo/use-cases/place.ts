import type { ReservedName } from '../../../../kernel/index.js'
import type { TodoCreatedData } from '../aggregate.js'

/** The place of a to-do on the list of its owner: nobody marks the same thing twice before it is done. */
export const placeOf = ({
  userId,
  targetType,
  targetId,
}: Pick<TodoCreatedData, 'userId' | 'targetType' | 'targetId'>): ReservedName => ({
  kind: 'pending_todo',
  name: [userId, targetType, targetId].join('\0'),
})
