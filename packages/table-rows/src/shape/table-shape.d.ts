import type { Statement, TextRow } from '../statement.ts';
/** As in pg_class: table, partitioned table, view, materialized view, foreign table. */
export type RelationKind = 'r' | 'p' | 'v' | 'm' | 'f';
/** A column as the pages of its relation need it. */
export interface PageColumn {
    /** As in pg_attribute: the first is 1, and dropped columns leave gaps. */
    readonly number: number;
    readonly name: string;
    /** For readers, as `format_type` writes it. */
    readonly type: string;
    /** For casts: schema-qualified and without a length or precision. A domain is named as such. */
    readonly typeName: string;
    /** For casts: the type below all domains; `typeName` if it is not a domain. */
    readonly baseType: string;
    /** Name of the base type in pg_catalog, such as `int4`; null for types of other schemas. */
    readonly builtIn: string | null;
    /** As in pg_type, of the base type: N number, S string, D date, B boolean, E enum, A array, … */
    readonly category: string;
    /** As in pg_type, of the base type: b base, c composite, e enum, r range, m multirange, p pseudo. */
    readonly typeKind: string;
    /** Do values have any length? Numbers and dates do not. */
    readonly isLong: boolean;
    /** Can values be compared with `=`? */
    readonly isEquatable: boolean;
    /** Can values be sorted? */
    readonly isOrderable: boolean;
    /** False for a collation under which different texts can be equal. */
    readonly isDeterministic: boolean;
    readonly isNullable: boolean;
    readonly isReadable: boolean;
}
export interface TableColumn extends PageColumn {
    /** An expression. Null for generated columns. */
    readonly default: string | null;
    /** The expression of a generated column. */
    readonly generated: string | null;
    readonly identity: 'always' | 'by default' | null;
    /** Values of an enum, in its order. */
    readonly labels: readonly string[] | null;
    /** The type of the elements, for arrays: below all domains, named as `builtIn` or `baseType`, with the values of an enum. */
    readonly element: {
        readonly type: string;
        readonly labels: readonly string[] | null;
    } | null;
    readonly comment: string | null;
    /** May the caller set it, in new rows and in old ones? False for generated columns and computed columns of views. */
    readonly isInsertable: boolean;
    readonly isUpdatable: boolean;
}
export interface IndexColumn {
    /** Column number; 0 for an expression. */
    readonly number: number;
    readonly isDescending: boolean;
    readonly isNullsFirst: boolean;
    /** Does it sort as `ORDER BY` does: with the default operator class and the collation of the column? */
    readonly isPlain: boolean;
}
export interface TableIndex {
    readonly name: string;
    readonly method: string;
    readonly isPrimary: boolean;
    readonly isUnique: boolean;
    /** False while it is built concurrently, and after that has failed. */
    readonly isValid: boolean;
    /** False for deferrable constraints. */
    readonly isImmediate: boolean;
    readonly isPartial: boolean;
    /** The columns that are searched, without those that are only included. */
    readonly columns: readonly IndexColumn[];
}
/** What the grid has to know about a relation before it reads a row: all that `shapeProof` vouches for. */
export interface PageShape {
    readonly oid: number;
    readonly schema: string;
    readonly name: string;
    readonly kind: RelationKind;
    readonly columns: readonly PageColumn[];
    /** A view whose rows are rows of one table has the indexes of that table, as far as it has their columns. */
    readonly indexes: readonly TableIndex[];
    /** Oids of partitions and inheriting tables that hold rows, ascending; at most `LEAVES_MAX`. */
    readonly leaves: readonly number[];
    readonly leafCount: number;
    /** Does the relation have partitions or inheriting tables? */
    readonly hasChildren: boolean;
}
/** What the grid shows of a relation, and what it may change. */
export interface TableShape extends PageShape {
    readonly columns: readonly TableColumn[];
    /** Rows as of the last ANALYZE or VACUUM, partitions included; null before the first. */
    readonly estimatedRows: number | null;
    /** False for a materialized view that was never refreshed. */
    readonly isPopulated: boolean;
    /** Does it have rules that rewrite INSERT, UPDATE or DELETE? */
    readonly hasRules: boolean;
    readonly canInsert: boolean;
    readonly canUpdate: boolean;
    readonly canDelete: boolean;
}
/** Partitions beyond this many are counted and not listed. */
export declare const LEAVES_MAX = 1000;
/**
 * One statement by oid. Returns one row with one column, JSON text for `readTableShape`, or no row when the relation is
 * gone. It reads the catalog by index only, so that its cost does not depend on how many tables there are.
 */
export declare const tableShape: (oid: number) => Statement;
/** The result of `tableShape`; undefined when the relation is gone. */
export declare function readTableShape(rows: readonly TextRow[]): TableShape | undefined;
