-- Requests to the APIs of projects are in the files of the logs.
drop table http_log;
