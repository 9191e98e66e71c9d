import { DataApiError } from '../data-api-error.ts'
import type { OrderTerm } from '../syntax-tree.ts'
import { notEmbedded } from './level.ts'
import type { Embedded } from './write-embed.ts'
import { type TableSource, writeField } from './write-field.ts'

/** The embedded relation with this alias or, for relations without an alias, this name. */
export const findEmbed = (embeds: readonly Embedded[], name: string) =>
  embeds.find(({ item }) => item.alias === name) ??
  embeds.find(({ item }) => item.alias === undefined && item.name === name)

/** An `order by` term, possibly of a to-one embedded relation. Throws PGRST118 for a to-many relation. */
export function writeOrder(
  place: TableSource,
  embeds: readonly Embedded[],
  { field, relation, direction, nulls }: OrderTerm,
  /** Called for columns of another relation's row, which may have to be grouped by. */
  onRelated: (expression: string) => void = () => undefined,
) {
  const suffix = `${direction ? ` ${direction}` : ''}${nulls ? ` nulls ${nulls}` : ''}`
  if (relation === undefined) {
    const spread =
      field.path.length === 0 && !place.relation?.columns.has(field.column)
        ? embeds
            .flatMap(({ item, columns }) => (item.isSpread ? columns : []))
            .find(({ name }) => name === field.column)
        : undefined
    return `${spread?.expression ?? writeField(place, field)}${suffix}`
  }
  const embed = findEmbed(embeds, relation) ?? embeds.find(({ item }) => item.name === relation)
  if (!embed) throw notEmbedded(relation)
  if (!embed.isToOne)
    throw new DataApiError('PGRST118', `A related order on '${relation}' is not possible`, {
      details: `'${place.relation?.name}' and '${embed.item.name}' do not form a many-to-one or one-to-one relationship`,
    })
  const expression = embed.orderBy(field)
  if (embed.columns.length > 0) onRelated(expression)
  return `${expression}${suffix}`
}
