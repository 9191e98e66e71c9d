import type { Statement, TextRow } from '../statement.ts';
import type { PageShape } from './table-shape.ts';
/** The setting of the transaction in which `shapeProof` finds the oid of the relation. */
export declare const PROVED_RELATION = "basalt.relation";
/**
 * Settings for `shapeProof` and `tableShape` where they are prepared: one plan for all relations, which reads the catalog
 * by index however few rows it has when it is planned. Runs before them, and behind what reads rows.
 */
export declare const PLANNED_ONCE: Statement;
/**
 * Which proof a shape needs. A `plain` one costs a third of a `full` one, and suffices for tables without children and
 * without types of users.
 */
export type ProofKind = 'plain' | 'full';
export declare const proofKindOf: ({ kind, hasChildren, columns }: PageShape) => ProofKind;
/**
 * Returns one row with one text, or no row when the relation is gone. As long as the text is the same, `tableShape` finds
 * the same `PageShape` for the same role. It consists of the versions of the rows of the catalog that the shape is made
 * from; a version is the number of the transaction that wrote the row. When a database was put back to an earlier time,
 * numbers are given out again, so the start of the server is part of it.
 *
 * The text of the statement is always the same, and has no parameters: prepared, it is planned once on a connection.
 */
export declare const shapeProof: (kind: ProofKind) => Statement;
/** The result of `shapeProof`; undefined when the relation is gone. */
export declare const readShapeProof: (rows: readonly TextRow[]) => string | undefined;
