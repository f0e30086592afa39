grammar JSON;

json: value EOF;
value: dictionary | sequence | STRING | NUMBER | 'true' | 'false' | 'null';
dictionary: '{' (pair (',' pair)*)? '}';
pair: STRING ':' value;
sequence: '[' (value (',' value)*)? ']';

STRING: '"' ('\\' . | ~["\\])* '"';
NUMBER: '-'? [0-9]+ ('.' [0-9]+)? ([eE] [+-]? [0-9]+)?;
SPACE: [ \t\r\n]+ -> channel(HIDDEN);
