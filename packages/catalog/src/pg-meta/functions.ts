import { orderedPart } from '../selection.ts'
import { asJson, type MetaSelection, metaRestriction } from './meta-selection.ts'

/** All arguments of the function `p` in order, results included. Defaults belong to its last inputs. */
const ARGUMENTS = `(
      select coalesce(json_agg(json_build_object(
        'mode', case arg.mode when 'o' then 'out' when 'b' then 'inout' when 'v' then 'variadic' when 't' then 'table'
          else 'in' end,
        'name', coalesce(arg.name, ''), 'type_id', arg.type::int8,
        'has_default', arg.is_input and arg.input > p.pronargs - p.pronargdefaults) order by arg.place), '[]')
      from (
        select type, mode, name, place, is_input, count(*) filter (where is_input) over (order by place) as input
        from (
          select type, mode, name, place, coalesce(mode, 'i') in ('i', 'b', 'v') as is_input
          from rows from (
            pg_catalog.unnest(coalesce(p.proallargtypes, p.proargtypes::pg_catalog.oid[])),
            pg_catalog.unnest(p.proargmodes::text[]),
            pg_catalog.unnest(p.proargnames)) with ordinality as every(type, mode, name, place)) known) arg)`

/** Functions, without procedures, aggregates and window functions, which have no result that a client could call for. */
export const metaFunctions = (selection: MetaSelection = {}) => `
  with page as materialized (
    select p.* from pg_catalog.pg_proc p
    where p.prokind = 'f' ${metaRestriction(selection, { id: 'p.oid', namespace: 'p.pronamespace' })}
    ${orderedPart('p.oid', selection)}
  )
  ${asJson(`
    select p.oid::int8 as id, n.nspname as schema, p.proname as name, l.lanname as language,
      case when l.lanname = 'internal' then '' else coalesce(pg_catalog.pg_get_function_sqlbody(p.oid), p.prosrc)
        end as definition,
      case when l.lanname = 'internal' then p.prosrc else pg_catalog.pg_get_functiondef(p.oid)
        end as complete_statement,
      ${ARGUMENTS} as args,
      pg_catalog.pg_get_function_arguments(p.oid) as argument_types,
      pg_catalog.pg_get_function_identity_arguments(p.oid) as identity_argument_types,
      p.prorettype::int8 as return_type_id, pg_catalog.pg_get_function_result(p.oid) as return_type,
      nullif(returned.typrelid, 0)::int8 as return_type_relation_id, p.proretset as is_set_returning_function,
      case when p.proretset then nullif(p.prorows, 0) end as prorows,
      case p.provolatile when 'i' then 'IMMUTABLE' when 's' then 'STABLE' else 'VOLATILE' end as behavior,
      p.prosecdef as security_definer,
      (select json_object_agg(pg_catalog.split_part(setting, '=', 1),
          pg_catalog.substr(setting, pg_catalog.strpos(setting, '=') + 1))
        from pg_catalog.unnest(p.proconfig) as setting) as config_params
    from page p
    join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    join pg_catalog.pg_language l on l.oid = p.prolang
    left join pg_catalog.pg_type returned on returned.oid = p.prorettype
    order by p.oid`)}`
