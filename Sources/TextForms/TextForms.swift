// What Unicode says of texts: composed forms and folding.
